import { relative } from 'node:path'
import type { SourceFile } from 'typescript/unstable/ast'
import { API, type Checker } from 'typescript/unstable/sync'

/** What `read` finds in each file of a `tsconfig.json` that `isWanted`, with its path. */
export function readTyped<Found extends object>(
  root: string,
  isWanted: (path: string) => boolean,
  read: (source: SourceFile, checker: Checker) => readonly Found[],
): (Found & { readonly path: string })[] {
  const api = new API({ cwd: root })
  try {
    const [project] = api.updateSnapshot({ openProject: `${root}/tsconfig.json` }).getProjects()
    if (!project) throw new Error(`${root}/tsconfig.json: no project`)
    const { checker, program } = project
    return project.rootFiles.flatMap(file => {
      const path = relative(root, file)
      const source = isWanted(path) ? program.getSourceFile(file) : undefined
      return source ? read(source, checker).map(found => ({ ...found, path })) : []
    })
  } finally {
    api.close()
  }
}
