//! Faults that were found by trying the program; each test is named as the fact that holds now.

use super::{code, json, quandary, quandary_with, stderr, stdout};
