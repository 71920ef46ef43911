# Read by the scripts beside it: `packages NAME==VERSION...` installs them in a temporary
# folder, with uv if it is there, and `python` is then the Python there. PYTHON names
# another one than python3.

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

packages() {
    local venv=$folder/venv python=${PYTHON:-python3}
    if command -v uv > /dev/null; then
        uv venv --quiet --python "$python" "$venv"
        uv pip install --quiet --python "$venv/bin/python" "$@"
    else
        "$python" -m venv "$venv"
        "$venv/bin/pip" install --quiet --disable-pip-version-check "$@"
    fi
    echo "installed: $*"
    cd "$folder"
}

python() {
    "$folder/venv/bin/python" "$@"
}
