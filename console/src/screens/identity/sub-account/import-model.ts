export const fields = ['username', 'nickname', 'phone', 'email', 'role', 'remark'] as const
export type Field = (typeof fields)[number]
export type ImportRow = Readonly<Record<Field, string>>

/** Headings of all languages and the fields' own names: a file made in one language can be read in another. */
const headings: Readonly<Record<Field, readonly string[]>> = {
  username: ['username', '用户名', '使用者名稱', '用戶名', 'user name', 'usuário', 'nome de usuário', '账号'],
  nickname: ['nickname', '昵称', '暱稱', '姓名', 'apelido', 'name'],
  phone: ['phone', '手机', '手機', '手机号', 'telefone'],
  email: ['email', 'e-mail', '邮箱', '郵箱', '电子邮箱'],
  role: ['role', '角色', 'perfil'],
  remark: ['remark', '备注', '備註', 'observação'],
}

const required: readonly Field[] = ['username', 'role']

/** Fields that a table must have and has not. */
export const findMissing = (heading: readonly string[]): Field[] =>
  required.filter(field => findColumn(heading, field) < 0)

export function toRows([heading = [], ...lines]: readonly (readonly string[])[]): ImportRow[] {
  const columns = fields.map(field => [field, findColumn(heading, field)] as const)
  // One entry for each field.
  return lines.map(line => Object.fromEntries(columns.map(([field, at]) => [field, line[at] ?? ''])) as ImportRow)
}

const findColumn = (heading: readonly string[], field: Field): number =>
  heading.findIndex(name =>
    headings[field].includes(
      name
        .replace(/^\uFEFF/, '')
        .replace(/[*＊]/g, '')
        .trim()
        .toLowerCase(),
    ),
  )

// What a spreadsheet would run.
const DANGEROUS = /^[=+\-@\t\r＝＋－＠]/
/** Where one that separates by `;` or tab begins a cell in the middle of ours. */
const INSIDE = /(?<=[;\t\r\n])(?=["']*[=+\-@＝＋－＠])/g

/** CSV that spreadsheets open as it is; a text they would run gets an apostrophe, but for phone numbers. */
export const writeCsv = (rows: readonly (readonly string[])[]): string =>
  `\uFEFF${rows.map(row => `${row.map(writeCell).join(',')}\r\n`).join('')}`

function writeCell(cell: string): string {
  const safe = (DANGEROUS.test(cell) && !/^\+\d+$/.test(cell) ? `'${cell}` : cell).replaceAll(INSIDE, "'")
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
