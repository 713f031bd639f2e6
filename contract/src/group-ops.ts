// Without schemas: screens that only offer them load no zod.

/**
 * What is worked out over the elements of a group. Elements without the field are left out; null is too, except by first,
 * last, list and distinct. Of nothing, sum and count are 0, join is "", list and distinct are empty, the others null.
 * Sums are exact to the last digit, averages have 34 digits; distinct compares numbers by amount.
 */
export const groupOps = ['sum', 'avg', 'min', 'max', 'count', 'first', 'last', 'join', 'list', 'distinct'] as const
export type GroupOp = (typeof groupOps)[number]

/** The group's elements, where nothing else is chosen. */
export const DEFAULT_MEMBERS = 'lines'
