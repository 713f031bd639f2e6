import { usePublishText } from '../texts/use-publish-text.ts'

/** JSON text as it is, so that null, missing and "" are told apart. */
export function Value({ text }: { readonly text: string | null }) {
  const words = usePublishText().differences
  return text === null ? <span className="sl-muted">{words.missing}</span> : <code className="st-value">{text}</code>
}
