/** Compiles only where the value is a `T`. `is<symbol>(value)` with an expected error proves that it isn't `any`. */
export const is = <T>(_value: T): void => undefined
