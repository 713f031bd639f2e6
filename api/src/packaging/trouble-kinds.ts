/** What somebody who approves a package looks at, by kind; form: it is not put together right. */
export const troubleKinds = ['secret', 'egress', 'script', 'licence', 'mapping', 'form'] as const
export type TroubleKind = (typeof troubleKinds)[number]
