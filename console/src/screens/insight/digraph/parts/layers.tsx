import { Section } from '../../../../ui/section.tsx'
import type { Component } from '../types.ts'
import { useText } from '../use-text.ts'

export interface LayersProps {
  readonly components: readonly Component[]
  readonly chosen: ReadonlySet<string>
  onChoose(ids: ReadonlySet<string>): void
}

/** What lies on the sheet, from the front to the back. */
export function Layers({ components, chosen, onChoose }: LayersProps) {
  const text = useText()
  return (
    <Section title={text.editor.layers}>
      <ul className="db-layers">
        {components.toReversed().map(({ id, kind, title, sources: [name] }) => (
          <li key={id}>
            <button type="button" aria-pressed={chosen.has(id)} onClick={() => onChoose(new Set([id]))}>
              {text.kinds[kind]} · {title || (name === undefined ? id : text.figures[name])}
            </button>
          </li>
        ))}
      </ul>
    </Section>
  )
}
