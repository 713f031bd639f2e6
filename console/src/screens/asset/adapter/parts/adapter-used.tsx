import { Link } from 'react-router'
import { adapterForm } from '../pages.ts'
import type { Trial } from '../types.ts'
import { useKindText } from '../use-kind-text.ts'
import { useText } from '../use-text.ts'

/** The adapter of the product bears no id of the tenant's. */
const SHIPPED = /^pack:/

/** What a trial went through, and who named it. */
export function AdapterUsed({ adapter }: Pick<Trial, 'adapter'>) {
  const text = useText()
  const { origins } = useKindText()
  if (!adapter) return <p className="sl-muted">{text.choice.usedNone}</p>
  const { id, name, version, level } = adapter
  const told = text.form.version(version)
  if (SHIPPED.test(id))
    return (
      <p>
        {text.choice.used} {origins.shipped} · {told}
      </p>
    )
  return (
    <p>
      {text.choice.used} <Link to={adapterForm.href({ params: { id } })}>{name}</Link> {told} ·{' '}
      {text.references.levels[level]}
    </p>
  )
}
