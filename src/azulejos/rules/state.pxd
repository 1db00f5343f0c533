from azulejos.rules.kernel cimport Table


cdef class State:
    cdef Table table


cdef State wrap(const Table* table)
