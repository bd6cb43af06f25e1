//! Spoiled certificates are refused.
