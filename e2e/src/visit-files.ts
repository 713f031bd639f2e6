import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import type { Browser, Page } from 'playwright-core'
import { openBrowser, type Visit, visit } from './browser.ts'
import { openDatabase } from './open-database.ts'
import { type Api, type Product, startProduct } from './product.ts'

/** A product of its own over SQLite files, and somebody who goes to its pages. */
export interface FilesVisit {
  readonly directory: string
  readonly product: Product
  readonly api: Api
  readonly browser: Browser
  readonly seen: Visit
  readonly page: Page
  /** The id of a new connector over a file, called like it or otherwise. */
  connect(file: string, name?: string): Promise<string>
  open(file: string): DatabaseSync
  close(): Promise<void>
}

/** @param files what each is made with, by its name: statements, or work on it */
export async function visitFiles(
  files: Readonly<Record<string, string | ((file: DatabaseSync) => void)>>,
): Promise<FilesVisit> {
  const directory = await mkdtemp(join(tmpdir(), 'sluice-files-'))
  const open = (file: string) => openDatabase(join(directory, `${file}.db`))
  for (const [name, content] of Object.entries(files)) {
    const file = open(name)
    if (typeof content === 'string') file.exec(content)
    else content(file)
    file.close()
  }
  const product = await startProduct({ env: { FILE_DIRECTORIES: directory } })
  const api = await product.signIn()
  const browser = await openBrowser()
  const look = { settings: { multiTab: false, layout: 'side' }, isUnopened: true }
  const seen = await visit(browser, product.url, look)
  return {
    directory,
    product,
    api,
    browser,
    seen,
    page: seen.page,
    open,
    async connect(file, name = file) {
      const params = { place: 'directory', directory, name: `${file}.db` }
      return (await api.connector.create({ body: { platform_id: 'sqlite', name, params } })).content.id
    },
    async close() {
      await seen.close()
      await browser.close()
      await product.dispose()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
