import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const SOURCES = join(import.meta.dirname, '..')
/** Ours hear Escape from the moment they show, and give the focus back. */
const OWN = /\b(?:Modal|Drawer|Popconfirm)\b/

test('dialogs and drawers of antd are used by the console’s own two alone', async () => {
  const paths = (await readdir(SOURCES, { recursive: true })).filter(path => /\.tsx?$/.test(path))
  const found: string[] = []
  for (const path of paths) {
    const text = await readFile(join(SOURCES, path), 'utf8')
    for (const [, names = ''] of text.matchAll(/import(?! type) \{([^}]*)\} from 'antd'/g)) {
      if (OWN.test(names.replaceAll(/type \w+/g, ''))) found.push(path)
    }
  }
  expect(found.toSorted()).toEqual(['ui/drawer.tsx', 'ui/modal.tsx'])
})
