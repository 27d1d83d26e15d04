//! Every door to the outside: the command line and the HTTP service.
