import type { Module } from '#definitions'
import students from './students/module.ts'

/** The modules that come with Lectern, by hand. One that the configuration doesn't name is switched off. */
export const builtInModules: readonly Module[] = [students]
