import { chooseFormat, type FoundFile, listSheets, NEW_FILE } from '@sluice/connector-kit/files'
import type { Resource } from '@sluice/contract'

/** Workbooks whose sheets are listed; the others are listed as files, and read by their first sheet. */
const MAX_OPENED = 50

/** The files, workbooks by their sheets, hidden ones too. */
export async function listResources(found: readonly FoundFile[]): Promise<Resource[]> {
  const resources: Resource[] = []
  for (const [index, file] of found.entries()) {
    const sheets = index < MAX_OPENED ? await tryListSheets(file) : []
    if (sheets.length === 0) resources.push(toResource(file.id, file))
    else resources.push(...sheets.map(sheet => toResource(`${file.id}#${sheet}`, file)))
  }
  return resources
}

export const newFile: Resource = {
  id: NEW_FILE,
  label: '新文件 New file',
  kind: 'file',
  direction: 'target',
  fields: [],
  key: [],
}

export const toResource = (id: string, { id: fileId, name }: FoundFile): Resource => ({
  id,
  label: `${name}${id.slice(fileId.length)}`,
  kind: 'file',
  direction: 'source',
  fields: [],
  key: [],
})

/** A file that is not what it says is listed all the same; reading it says why. */
async function tryListSheets(found: FoundFile): Promise<string[]> {
  try {
    if ((await chooseFormat(found, { format: 'auto', encoding: 'auto' })) !== 'xlsx') return []
    return [...new Set((await listSheets(found)).map(sheet => sheet.name))]
  } catch {
    return []
  }
}
