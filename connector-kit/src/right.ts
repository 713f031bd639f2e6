import type { Right } from '@sluice/contract'

const labels = {
  read: { zh: '读取', en: 'Read' },
  write: { zh: '写入', en: 'Write' },
  create: { zh: '新建表', en: 'Create tables' },
  follow: { zh: '跟踪变更', en: 'Follow changes' },
} as const

export type RightName = keyof typeof labels

/** A line of what a credential may do, in the words that every connector shares. */
export const makeRight = (
  name: RightName,
  state: Right['state'],
  told: Pick<Right, 'detail' | 'advice' | 'repair'> = {},
): Right => ({ name, label: labels[name], state, ...told })

/** Names that lack something, as a person reads them: the first few and how many more. */
export const listFew = (names: readonly string[], total = names.length): string =>
  names.length < total ? `${names.join(', ')} …` : names.join(', ')

/** What an administrator of this machine runs so that our process may write there. */
export const repairAccess = (paths: readonly string[]): string =>
  `setfacl -m u:${process.getuid?.() ?? 0}:rwX ${paths.map(path => `'${path.replaceAll("'", "'\\''")}'`).join(' ')}`
