import { refuse } from '../../../../http/refuse.ts'

const codes = {
  openapi: 'invalid.importOpenApi',
  postman: 'invalid.importPostman',
  curl: 'invalid.importCurl',
  sample: 'invalid.importSample',
  assets: 'invalid.importAssets',
  sheet: 'invalid.importSheet',
} as const
export type ParseKind = keyof typeof codes

/** What was pasted is not what it was taken for, or holds no interface. */
export const refuseKind = (kind: ParseKind) => refuse(codes[kind], { field: 'text' })
