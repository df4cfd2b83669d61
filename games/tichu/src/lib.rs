//! Tichu.
