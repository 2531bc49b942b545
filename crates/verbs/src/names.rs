/// An enum whose values stand in answers by name: JSON, its schema, `name` and `Display` all come from one list.
///
/// ```
/// quandary_verbs::names! {
///     /// How it ended.
///     pub enum Verdict {
///         Optimal = "optimal",
///         OutOfBudget = "budget",
///     }
/// }
/// assert_eq!(Verdict::OutOfBudget.to_string(), "budget");
/// assert_eq!(serde_json::to_value(Verdict::Optimal).unwrap(), "optimal");
/// assert_eq!(schemars::schema_for!(Verdict).get("enum").unwrap()[1], "budget");
/// ```
#[macro_export]
macro_rules! names {
    ($(#[$about:meta])* $visible:vis enum $Name:ident { $($Value:ident = $name:literal),+ $(,)? }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, ::serde::Serialize, ::schemars::JsonSchema)]
        #[schemars(inline)]
        #[allow(missing_docs)]
        $visible enum $Name {
            $(#[serde(rename = $name)] $Value,)+
        }

        impl $Name {
            /// As it stands in an answer.
            $visible const fn name(self) -> &'static str {
                match self {
                    $($Name::$Value => $name,)+
                }
            }
        }

        impl ::std::fmt::Display for $Name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.write_str(self.name())
            }
        }
    };
}
