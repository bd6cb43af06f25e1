//! Studio tests.
