/** The account that a request acts for. */
export interface Account {
  readonly id: string
  readonly name: string
  readonly email: string
  /** The name of its plan. */
  readonly plan: string
  /** What is switched on for it, by the feature's name. */
  readonly features: { readonly [feature: string]: boolean }
}
