import { useMutation } from '@tanstack/react-query'
import { Button } from 'antd'
import { Suspense, useState } from 'react'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { CanButton } from '../../../../ui/can.tsx'
import { Empty } from '../../../../ui/empty.tsx'
import { lazyPart } from '../../../../ui/lazy-part.tsx'
import { Section } from '../../../../ui/section.tsx'
import type { Package } from '../types.ts'
import { useText } from '../use-text.ts'

export interface ObjectsProps {
  readonly made: Package
  readonly isDirty: boolean
  onMade(made: Package): void
}

// Opened by few.
const AlongDialog = lazyPart(async () => ({ default: (await import('../parts/along-dialog.tsx')).AlongDialog }))

/** `objects/KIND/…`. */
const kindOf = (path: string): string => path.split('/')[1] ?? ''
const nameOf = (path: string): string =>
  path
    .split('/')
    .slice(2)
    .join('/')
    .replace(/\.yaml$/, '')

/** Everything that a package makes, as it would be written; to be read only. */
export function Objects({ made, isDirty, onMade }: ObjectsProps) {
  const text = useText()
  const files = made.document.files.filter(({ path }) => path.startsWith('objects/'))
  const [isChoosing, setChoosing] = useState(false)
  const [path, setPath] = useState(files[0]?.path)
  const shown = files.find(each => each.path === path)
  const kinds: Readonly<Record<string, string>> = text.kinds
  const groups = Object.entries(Object.groupBy(files, file => kindOf(file.path)))
  const gather = useMutation({
    mutationFn: () => api.solutionPackage.gather({ params: { id: made.id }, body: { lock: made.lock } }),
    onSuccess: ({ content }) => {
      message.success(text.gathered)
      onMade(content)
    },
    onError: error => void message.error(describeError(error).message),
  })
  const reason = isDirty ? { reason: text.saveFirst } : {}
  const again = (
    <>
      <CanButton authority="package:update" {...reason} onClick={() => setChoosing(true)}>
        {text.along}
      </CanButton>{' '}
      <CanButton authority="package:update" loading={gather.isPending} {...reason} onClick={() => gather.mutate()}>
        {text.gather}
      </CanButton>
    </>
  )
  return (
    <Section title={text.tabs.objects} text={text.objectsText} extra={again}>
      <Suspense>
        {isChoosing && <AlongDialog made={made} onMade={onMade} onClose={() => setChoosing(false)} />}
      </Suspense>
      <div className="sp-objects">
        <nav aria-label={text.tabs.objects}>
          {groups.map(([kind, list]) => (
            <section key={kind}>
              <h3>{kinds[kind] ?? kind}</h3>
              {list?.map(file => (
                <Button
                  key={file.path}
                  type={file.path === path ? 'default' : 'text'}
                  size="small"
                  aria-current={file.path === path}
                  onClick={() => setPath(file.path)}
                >
                  {nameOf(file.path)}
                </Button>
              ))}
            </section>
          ))}
        </nav>
        {shown ? (
          <section aria-label={shown.path}>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled by keyboard */}
            <pre className="sp-yaml" tabIndex={0}>
              {shown.text}
            </pre>
          </section>
        ) : (
          <Empty isSmall title={text.noObject} />
        )}
      </div>
    </Section>
  )
}
