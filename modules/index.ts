import type { Module } from '#definitions'
import students from './students/module.ts'

/** The modules that come with Lectern, by hand. One that the configuration doesn't name is switched off. */
export const builtInModules: readonly Module[] = [students]

/**
 * What the contract lets a plan limit and an account switch off, of modules that have yet to come: a configuration may
 * name it already. Each name leaves this list with the module that declares it.
 */
export const yetToCome = {
  quotas: [
    'questionsPerQuiz',
    'openAssignments',
    'promotionalLinks',
    'bankSize',
    'generationsPerMonth',
    'batchCredits',
  ],
  features: ['question_bank'],
} as const satisfies { readonly quotas: readonly string[]; readonly features: readonly string[] }
