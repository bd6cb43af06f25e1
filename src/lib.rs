//! cluesmith
