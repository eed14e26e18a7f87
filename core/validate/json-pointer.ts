/** A member's name as one step of a JSON Pointer. Source: RFC 6901. */
export const toPointerStep = (name: string): string => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
