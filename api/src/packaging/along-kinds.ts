/** What no strategy needs and an author may take along with them. */
export const alongKinds = ['report', 'dashboard', 'gateway', 'recon-flow', 'bill-profile'] as const
export type AlongKind = (typeof alongKinds)[number]
