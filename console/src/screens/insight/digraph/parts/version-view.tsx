import { useQuery } from '@tanstack/react-query'
import { api } from '../../../../lib/api.ts'
import { ErrorBlock } from '../../../../ui/error-block.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import type { Component, Draft } from '../types.ts'
import { useRoom } from '../use-room.ts'
import { useText } from '../use-text.ts'
import { useVersionText } from '../use-version-text.ts'
import { type Change, type ComponentPart, listChanges } from '../version-changes.ts'
import { ComponentView } from './component-view.tsx'
import { placeOf, Sheet, useLook } from './sheet.tsx'

const none: ReadonlySet<string> = new Set()

/** What has changed since a version, in words, and what it looks like. */
export function VersionView({ id, version }: { readonly id: string; readonly version: number }) {
  const text = useVersionText()
  const say = useChangeWords()
  const old = useQuery(api.digraph.version.query({ params: { id, version: String(version) } }))
  const now = useQuery(api.digraph.get.query({ params: { id } }))
  const error = old.error ?? now.error
  if (error)
    return <ErrorBlock isSmall error={error} onRetry={() => void Promise.all([old.refetch(), now.refetch()])} />
  if (!old.data || !now.data) return <Skeleton rows={3} />
  const changes = listChanges(old.data.content, now.data.content)
  return (
    <div className="db-version">
      <h3>{text.compare(version)}</h3>
      {changes.length === 0 ? (
        <p>{text.same}</p>
      ) : (
        <ul>
          {changes.map((change, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two of them may say the same, and none moves
            <li key={at}>{say(change)}</li>
          ))}
        </ul>
      )}
      <h3>{text.preview(version)}</h3>
      <Preview draft={old.data.content} />
    </div>
  )
}

/** Still, and by figures of now. */
function Preview({ draft: { name, design } }: { readonly draft: Draft }) {
  const look = useLook(design.theme)
  const [room, ref] = useRoom()
  const names = [...new Set(design.components.flatMap(({ sources }) => sources))]
  const { data } = useQuery({
    ...api.digraph.figures.query({ body: { names } }),
    enabled: names.length > 0,
  })
  const figures = new Map(data?.content.figures.map(figure => [figure.name as string, figure]))
  const scale = room.width / design.width
  return (
    <div ref={ref} className="db-preview">
      {scale > 0 && (
        <Sheet design={design} scale={scale} label={name}>
          {design.components.map(component => (
            <div key={component.id} className="db-place" style={placeOf(component, scale)}>
              <ComponentView {...{ component, figures, scale, look }} isLive={false} dashboard={name} staleIds={none} />
            </div>
          ))}
        </Sheet>
      )}
    </div>
  )
}

function useChangeWords(): (change: Change) => string {
  const text = useVersionText()
  const { figures, kinds } = useText()
  const titleOf = ({ title, sources, kind }: Component): string =>
    title || sources.map(name => figures[name]).join(' · ') || kinds[kind]
  const nameOf = (component: Component): string => text.component(titleOf(component), kinds[component.kind])
  const sourcesOf = ({ sources }: Component): string =>
    sources.map(name => figures[name]).join(' · ') || text.parts.nothing
  const sayPart = (part: ComponentPart, before: Component, after: Component): string => {
    if (part === 'title') return text.parts.title(titleOf(before), titleOf(after))
    return part === 'sources' ? text.parts.sources(sourcesOf(before), sourcesOf(after)) : text.parts[part]
  }
  return change => {
    switch (change.kind) {
      case 'name':
      case 'sheet':
        return text[change.kind](change.from, change.to)
      case 'refresh':
        return text.refresh(change.from, change.to)
      case 'theme':
      case 'layers':
        return text[change.kind]
      case 'added':
      case 'removed':
        return text[change.kind](nameOf(change.component))
      case 'changed': {
        const { before, component, parts } = change
        return text.changed(nameOf(component), parts.map(part => sayPart(part, before, component)).join(' · '))
      }
    }
  }
}
