"""Worker processes, pools, checkpoints and atomic files."""
