@rem What "exec" of a POSIX shell does in the scripts of package.json, for Windows.
@%*
