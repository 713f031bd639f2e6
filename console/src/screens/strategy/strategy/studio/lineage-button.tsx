import { NodeIndexOutlined } from '@ant-design/icons'
import { Button, Tooltip } from 'antd'
import { Suspense, useState } from 'react'
import { lazyPart } from '../../../../ui/lazy-part.tsx'
import { useLineageText } from '../texts/use-lineage-text.ts'
import type { LineageField } from './where-it-goes.tsx'

// Seldom asked.
const WhereItGoes = lazyPart(async () => ({ default: (await import('./where-it-goes.tsx')).WhereItGoes }))

/** Opens where the value of a field comes from and where it goes. */
export function LineageButton({ name, of }: { readonly name: string; readonly of: LineageField }) {
  const text = useLineageText()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Tooltip title={text.open}>
        <Button
          type="text"
          aria-label={text.openFor(name)}
          icon={<NodeIndexOutlined />}
          onClick={() => setOpen(true)}
        />
      </Tooltip>
      <Suspense>{isOpen && <WhereItGoes of={of} onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
