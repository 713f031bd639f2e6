import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { message } from '../../../lib/announce.ts'
import { api } from '../../../lib/api.ts'
import { useEdited } from '../../../lib/use-edited.ts'
import type { Draft, Package, Saved, SectionProps } from './types.ts'
import { useText } from './use-text.ts'

const toSaved = ({ lock, visibility, document }: Package): Saved => ({
  ...{ lock, visibility, manifest: document.manifest, pictures: document.pictures },
  docs: document.files.filter(({ path }) => path.startsWith('docs/')),
})

const begin = ({ manifest, docs, pictures, visibility }: Saved): Draft => ({ manifest, docs, pictures, visibility })

/** What is typed of a package, and its save. */
export function usePackage(made: Package) {
  const text = useText()
  const client = useQueryClient()
  const saved = useMemo(() => toSaved(made), [made])
  const edited = useEdited<Saved, Draft>(saved, {
    begin,
    isSame: (one, other) => one === other || JSON.stringify(one) === JSON.stringify(other),
    versionOf: ({ lock }) => lock,
    about: `package/${made.id}`,
  })
  /** What the server answered is what is saved now. */
  const adopt = (next: Package) => {
    client.setQueryData(api.solutionPackage.detail.key({ params: { id: next.id } }), (old: object | undefined) =>
      old ? { ...old, content: next } : old,
    )
    void client.invalidateQueries({ queryKey: ['solutionPackage'] })
    void client.invalidateQueries({ queryKey: ['market'] })
  }
  const save = useMutation({
    mutationFn: (draft: Draft) =>
      api.solutionPackage.save({
        params: { id: made.id },
        body: {
          ...{ lock: edited.base.lock, manifest: draft.manifest, visibility: draft.visibility },
          ...{ docs: [...draft.docs], pictures: [...draft.pictures] },
        },
      }),
    onSuccess: ({ content }, sent) => {
      edited.begin(toSaved(content), sent)
      message.success(text.saved)
      adopt(content)
    },
  })
  const section: Omit<SectionProps, 'language'> = {
    draft: edited.draft,
    change: patch => edited.change(before => ({ ...before, ...patch })),
    changeManifest: patch => edited.change(before => ({ ...before, manifest: { ...before.manifest, ...patch } })),
  }
  return { edited, save, section, adopt }
}
