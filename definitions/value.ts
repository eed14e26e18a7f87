import type { Field, Fields, Json } from './field.ts'

type Of<F extends Field> = F extends { enum: readonly (infer E)[] }
  ? E
  : F extends { const: infer C }
    ? C
    : F extends { ref: string }
      ? string
      : F extends { type: 'string' }
        ? string
        : F extends { type: 'integer' | 'number' }
          ? number
          : F extends { type: 'boolean' }
            ? boolean
            : F extends { type: 'array'; items: infer I extends Field }
              ? readonly Value<I>[]
              : F extends { type: 'object'; properties: infer P extends Fields }
                ? Members<P>
                : unknown

/** The TypeScript type of what a field holds. */
export type Value<F extends Field> = F extends { nullable: true } ? Of<F> | null : Of<F>

type OptionalName<P extends Fields> = { [N in keyof P]: P[N] extends { optional: true } ? N : never }[keyof P]

/** The TypeScript type of an object with these members, as it is after defaults are filled. */
export type Members<P extends Fields> = { readonly [N in Exclude<keyof P, OptionalName<P>>]: Value<P[N]> } & {
  readonly [N in OptionalName<P>]?: Value<P[N]>
}

type OmittableName<P extends Fields> = {
  [N in keyof P]: P[N] extends { optional: true } | { nullable: true } | { default: unknown } | { from: string }
    ? N
    : never
}[keyof P]

/** The TypeScript type of what may be given for these members, before defaults are filled. */
export type Given<P extends Fields> = { readonly [N in Exclude<keyof P, OmittableName<P>>]: Value<P[N]> } & {
  readonly [N in OmittableName<P>]?: Value<P[N]>
}

/**
 * Refuses words that the language doesn't have, at compile time and at every depth: `maxLenght: 3` is an error where it
 * stands. A constructor takes `T & Known<T, Shape>`, because a type parameter alone lets every other word pass.
 */
export type Known<T, Shape> = [Json] extends [Exclude<Shape, undefined>]
  ? unknown
  : [Exclude<Shape, undefined>] extends [T]
    ? unknown
    : T extends readonly unknown[]
      ? { readonly [I in keyof T]: Known<T[I], ItemOf<Shape>> }
      : T extends object
        ? { readonly [K in keyof T]: K extends KeysOf<Shape> ? Known<T[K], MemberOf<Shape, K>> : never }
        : unknown

type ItemOf<Shape> = Shape extends readonly (infer I)[] ? I : never
type KeysOf<Shape> = Shape extends object ? keyof Shape : never
type MemberOf<Shape, K> = Shape extends object ? (K extends keyof Shape ? Shape[K] : never) : never
