//! Where a source file can be changed: each expression that can be mutated, and its replacement.

use std::ops::Range;

use quote::ToTokens;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{
    BinOp, Expr, ExprBinary, ExprIndex, ExprLit, ExprRange, ExprRepeat, ExprUnary, Lit, RangeLimits, UnOp,
};

/// One expression and its replacement.
pub struct Place {
    /// The bytes of the expression.
    pub at: Range<usize>,
    /// The line it begins on.
    pub line: usize,
    /// Its text.
    pub before: String,
    /// The replacement.
    pub after: String,
}

/// All places of a file, in the order of the source.
pub fn places(file: &syn::File) -> Vec<Place> {
    let mut found = Places(Vec::new());
    found.visit_file(file);
    found.0
}

struct Places(Vec<Place>);

impl Places {
    fn add(&mut self, whole: &(impl Spanned + ToTokens), after: String) {
        let span = whole.span();
        let before = whole.to_token_stream().to_string();
        self.0.push(Place { at: span.byte_range(), line: span.start().line, before, after });
    }
}

/// Whether an attribute excludes this item from the program: tests are not mutated.
fn only_in_tests(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let text = attribute.to_token_stream().to_string();
        text.contains("cfg (test)") || text == "# [test]"
    })
}

/// Whether a condition binds names: `if let … && …` cannot be turned into an `||`.
fn binds(expression: &Expr) -> bool {
    match expression {
        Expr::Let(_) => true,
        Expr::Binary(binary) => binds(&binary.left) || binds(&binary.right),
        Expr::Paren(inner) => binds(&inner.expr),
        _ => false,
    }
}

/// The operators that may replace one.
fn others(operator: &BinOp) -> &'static [&'static str] {
    match operator {
        BinOp::Lt(_) => &["<=", ">"],
        BinOp::Le(_) => &["<", ">="],
        BinOp::Gt(_) => &[">=", "<"],
        BinOp::Ge(_) => &[">", "<="],
        BinOp::Eq(_) => &["!="],
        BinOp::Ne(_) => &["=="],
        BinOp::And(_) => &["||"],
        BinOp::Or(_) => &["&&"],
        BinOp::Add(_) | BinOp::Mul(_) => &["-"],
        BinOp::Sub(_) => &["+"],
        BinOp::Div(_) | BinOp::Rem(_) => &["*"],
        BinOp::BitAnd(_) | BinOp::BitXor(_) => &["|"],
        BinOp::BitOr(_) => &["&"],
        BinOp::Shl(_) => &[">>"],
        BinOp::Shr(_) => &["<<"],
        BinOp::AddAssign(_) | BinOp::MulAssign(_) => &["-="],
        BinOp::SubAssign(_) => &["+="],
        BinOp::BitAndAssign(_) | BinOp::BitXorAssign(_) => &["|="],
        BinOp::BitOrAssign(_) => &["&="],
        BinOp::ShlAssign(_) => &[">>="],
        BinOp::ShrAssign(_) => &["<<="],
        _ => &[],
    }
}

impl<'a> Visit<'a> for Places {
    fn visit_expr_binary(&mut self, node: &'a ExprBinary) {
        if !binds(&node.left) && !binds(&node.right) {
            let (left, right) = (node.left.to_token_stream(), node.right.to_token_stream());
            for other in others(&node.op) {
                self.add(node, format!("{left} {other} {right}"));
            }
        }
        visit::visit_expr_binary(self, node);
    }

    fn visit_expr_unary(&mut self, node: &'a ExprUnary) {
        if matches!(node.op, UnOp::Not(_) | UnOp::Neg(_)) {
            self.add(node, node.expr.to_token_stream().to_string());
        }
        visit::visit_expr_unary(self, node);
    }

    fn visit_expr_lit(&mut self, node: &'a ExprLit) {
        match &node.lit {
            Lit::Int(number) => {
                if let Ok(value) = number.base10_parse::<u64>() {
                    let suffix = number.suffix();
                    self.add(node, format!("{}{suffix}", value.wrapping_add(1)));
                    if value > 0 {
                        self.add(node, format!("{}{suffix}", value - 1));
                    }
                }
            }
            Lit::Bool(truth) => self.add(node, (!truth.value).to_string()),
            _ => {}
        }
    }

    fn visit_expr_index(&mut self, node: &'a ExprIndex) {
        if !matches!(&*node.index, Expr::Lit(_) | Expr::Range(_)) {
            self.add(&node.index, format!("{} + 1", node.index.to_token_stream()));
        }
        visit::visit_expr_index(self, node);
    }

    fn visit_expr_range(&mut self, node: &'a ExprRange) {
        if let Some(end) = node.end.as_ref().filter(|end| !matches!(***end, Expr::Lit(_))) {
            let sign = if matches!(node.limits, RangeLimits::HalfOpen(_)) { '+' } else { '-' };
            self.add(end, format!("{} {sign} 1", end.to_token_stream()));
        }
        visit::visit_expr_range(self, node);
    }

    // Lengths in types and arrays, and constants, are fixed at compile time: no switch is possible there.
    fn visit_expr_repeat(&mut self, node: &'a ExprRepeat) {
        self.visit_expr(&node.expr);
    }

    fn visit_type(&mut self, _: &'a syn::Type) {}

    fn visit_generic_argument(&mut self, _: &'a syn::GenericArgument) {}

    fn visit_pat(&mut self, _: &'a syn::Pat) {}

    fn visit_attribute(&mut self, _: &'a syn::Attribute) {}

    fn visit_item_const(&mut self, _: &'a syn::ItemConst) {}

    fn visit_item_static(&mut self, _: &'a syn::ItemStatic) {}

    fn visit_item_enum(&mut self, _: &'a syn::ItemEnum) {}

    fn visit_impl_item_const(&mut self, _: &'a syn::ImplItemConst) {}

    fn visit_trait_item_const(&mut self, _: &'a syn::TraitItemConst) {}

    fn visit_item_mod(&mut self, node: &'a syn::ItemMod) {
        if !only_in_tests(&node.attrs) {
            visit::visit_item_mod(self, node);
        }
    }

    fn visit_item_fn(&mut self, node: &'a syn::ItemFn) {
        if node.sig.constness.is_none() && !only_in_tests(&node.attrs) {
            visit::visit_item_fn(self, node);
        }
    }

    fn visit_impl_item_fn(&mut self, node: &'a syn::ImplItemFn) {
        if node.sig.constness.is_none() && !only_in_tests(&node.attrs) {
            visit::visit_impl_item_fn(self, node);
        }
    }

    fn visit_item_impl(&mut self, node: &'a syn::ItemImpl) {
        if !only_in_tests(&node.attrs) {
            visit::visit_item_impl(self, node);
        }
    }
}
