def latex(book): return ""
