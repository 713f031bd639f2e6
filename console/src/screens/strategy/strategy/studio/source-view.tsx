import { Suspense } from 'react'
import type { CodeFault } from '../../../../ui/code-editor.tsx'
import { lazyPart } from '../../../../ui/lazy-part.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { useStudioText } from '../texts/use-studio-text.ts'
import { readMapping, type SourceFault } from './mapping-source.ts'
import type { Outcome } from './use-outcome.ts'

const CodeEditor = lazyPart(async () => ({ default: (await import('../../../../ui/code-editor.tsx')).CodeEditor }))

export interface SourceViewProps {
  readonly source: string
  readonly outcome: Outcome
  onChange(source: string): void
}

/** The mapping as JSON; what is wrong is marked at its line, the engine's own words included. */
export function SourceView({ source, outcome, onChange }: SourceViewProps) {
  const text = useStudioText().source
  const say = useFaultText()
  const { faults, fields } = readMapping(source)
  const own = faults.map((fault): CodeFault => ({ ...fault.range, message: say(fault) }))
  const told = [...outcome.problems].flatMap(([name, problems]) => {
    const place = fields.get(name)
    return place ? problems.slice(0, 1).map(({ message }): CodeFault => ({ ...place, message })) : []
  })
  const all = [...own, ...told]
  return (
    <section className="st-pane" aria-label={text.label}>
      <p className="sl-muted">{text.text}</p>
      <Suspense fallback={<Skeleton rows={10} />}>
        <CodeEditor label={text.label} language="json" value={source} faults={all} onChange={onChange} />
      </Suspense>
      <div aria-live="polite">
        {all.length > 0 && (
          <ul className="st-problems">
            {all.slice(0, 20).map(fault => (
              <li key={`${fault.from} ${fault.message}`} className="st-problem">
                {text.faultAt(lineOf(source, fault.from), fault.message)}
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  )
}

const lineOf = (source: string, at: number): number => source.slice(0, at).split('\n').length

function useFaultText(): (fault: SourceFault) => string {
  const text = useStudioText().source
  return ({ kind, detail }) => {
    if (kind === 'shape' || kind === 'unknown' || kind === 'required' || kind === 'choice') return text[kind](detail)
    return text.kinds[kind]
  }
}
