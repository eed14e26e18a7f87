/** A value that was read, or what is wrong with it in words that stand behind the input's name. */
export type Taken<T> = { readonly value: T } | { readonly wrong: string }

/** Reads one text of the command line. */
export type Reader<T> = (text: string) => Taken<T>

/** A flag or an operand of a command. */
export interface Input<T> {
  readonly kind: 'flag' | 'operand'
  /** `--account`, or an operand's placeholder. */
  readonly name: string
  /** What stands for its value in help; null for a flag that has none. */
  readonly placeholder: string | null
  readonly doc: string
  readonly isRequired: boolean
  readonly isRepeated: boolean
  /** From every text that was given for it. */
  readonly take: (texts: readonly string[]) => Taken<T>
}

interface Words {
  readonly placeholder: string
  readonly doc: string
}

/** A flag that must be given. */
export const required = <T>(name: string, reader: Reader<T>, words: Words): Input<T> => ({
  ...flag(name, words),
  isRequired: true,
  take: ([text, other]) => (text === undefined ? missing : other === undefined ? reader(text) : twice),
})

/** A flag that may be left out. */
export const optional = <T>(name: string, reader: Reader<T>, words: Words): Input<T | undefined> => ({
  ...flag(name, words),
  take: ([text, other]) => (text === undefined ? { value: undefined } : other === undefined ? reader(text) : twice),
})

/** A flag that may be given any number of times. */
export const repeated = <T>(name: string, reader: Reader<T>, words: Words): Input<readonly T[]> => ({
  ...flag(name, words),
  isRepeated: true,
  take: (texts) => {
    const values: T[] = []
    const wrong: string[] = []
    for (const taken of texts.map(reader)) {
      if ('value' in taken) values.push(taken.value)
      else wrong.push(taken.wrong)
    }
    return wrong.length === 0 ? { value: values } : { wrong: wrong.join('; ') }
  },
})

/** A flag that is there or not. */
export const toggle = (name: string, doc: string): Input<boolean> => ({
  ...flag(name, { placeholder: '', doc }),
  placeholder: null,
  take: (texts) => ({ value: texts.length > 0 }),
})

/** What stands behind the command's words, without a name. */
export const operand = <T>(reader: Reader<T>, { placeholder, doc }: Words): Input<T> => ({
  kind: 'operand',
  name: placeholder,
  placeholder,
  doc,
  isRequired: true,
  isRepeated: false,
  take: ([text]) => (text === undefined ? missing : reader(text)),
})

const flag = (name: string, { placeholder, doc }: Words) => ({
  kind: 'flag' as const,
  name: `--${name}`,
  placeholder,
  doc,
  isRequired: false,
  isRepeated: false,
})

const missing = { wrong: 'is missing' } as const
const twice = { wrong: 'is given twice' } as const
