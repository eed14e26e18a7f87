/**
 * The language of Lectern: what a module may declare.
 *
 * | word | what it is |
 * | --- | --- |
 * | definition | a piece of plain data that says what something is; it can be printed, compared and drawn |
 * | module | a named set of definitions that a school switches on or off as one |
 * | resource | a kind of record: its fields, its states, its operations; a table and routes follow from it |
 * | field | one member of a record, input or payload: a JSON Schema 2020-12 literal and a few words of ours |
 * | operation | one thing a client may ask for over HTTP |
 * | state, transition | where a record stands, and a declared way from one state to the next |
 * | scope | what an API key must hold for an operation |
 * | quota | what a plan limits |
 * | error | a declared failure: code, status, sentence |
 * | event | a fact that others may subscribe to, written in the transaction of the change that caused it |
 * | job | work done after the answer, on a declared retry schedule |
 * | extension point, contribution | a place where other modules add something, and what they add |
 * | page | an HTML page of its own |
 * | setting | what a school configures of a module |
 * | behaviour | a small program for what data can't say, typed from the definition it serves |
 *
 * `defineX(data)` is data; `behaviour(definition, program)` pairs it with its program.
 * Importing this folder does nothing.
 */
export * from './account.ts'
export * from './behaviour.ts'
export * from './context.ts'
export * from './contribution.ts'
export * from './error.ts'
export * from './event.ts'
export * from './field.ts'
export * from './job.ts'
export * from './machine.ts'
export * from './module.ts'
export * from './operation.ts'
export * from './page.ts'
export * from './quota.ts'
export * from './resource.ts'
export * from './store.ts'
export * from './subscription.ts'
export * from './value.ts'
