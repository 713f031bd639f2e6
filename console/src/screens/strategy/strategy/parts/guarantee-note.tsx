import { useCursorText } from '../texts/use-cursor-text.ts'
import { useText } from '../texts/use-text.ts'
import type { Strategy } from '../types.ts'

/** What the target promises about a write whose answer is lost, why, and what would make it better. */
export function GuaranteeNote({ guarantee }: { readonly guarantee: Strategy['guarantee'] }) {
  const text = useText().detail
  const words = useCursorText().guarantee
  return (
    <div className={`st-guarantee st-guarantee-${guarantee.kind}`}>
      <strong>{text.guarantees[guarantee.kind]}</strong>
      <div>{guarantee.reason}</div>
      {guarantee.advice !== null && (
        <div className="sl-muted">
          {words.better}: {guarantee.advice}
        </div>
      )}
    </div>
  )
}
