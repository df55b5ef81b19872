import Glibc

/// Gives a file exactly a mode, whatever the mask of the process is.
public func chmodExactly(_ path: String, _ mode: Int) { chmod(path, mode_t(mode)) }
