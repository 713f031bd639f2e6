import { DeleteOutlined, UploadOutlined } from '@ant-design/icons'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useRef } from 'react'
import { message, notification } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { useSession } from '../../../../lib/session.ts'
import { useText } from '../use-text.ts'
import { Picture } from './picture.tsx'

const MAX_BYTES = 2 * 2 ** 20
const TYPES = ['image/png', 'image/jpeg', 'image/webp']

/** The user's picture; the server cuts it to a square and draws it anew. */
export function AvatarPicker() {
  const text = useText().avatar
  const input = useRef<HTMLInputElement>(null)
  const profile = useSession(session => session.profile)
  const { put, remove } = useAvatar()
  const choose = (file: File | undefined) => {
    if (!file) return
    if (!TYPES.includes(file.type) || file.size > MAX_BYTES) message.error(text.wrong)
    else put.mutate(file)
  }
  const name = profile?.nickname || profile?.username || ''
  return (
    <div className="ac-avatar">
      <h3>{text.title}</h3>
      <Picture name={name} src={profile?.avatar ?? null} size={120} />
      <input
        ref={input}
        type="file"
        hidden
        accept={TYPES.join(',')}
        aria-label={text.choose}
        onChange={event => {
          choose(event.target.files?.[0])
          event.target.value = '' // the same file again is a choice too
        }}
      />
      <Button icon={<UploadOutlined />} loading={put.isPending} onClick={() => input.current?.click()}>
        {text.choose}
      </Button>
      {profile?.avatar && (
        <Button type="text" icon={<DeleteOutlined />} loading={remove.isPending} onClick={() => remove.mutate()}>
          {text.remove}
        </Button>
      )}
      <p className="sl-muted">{text.hint}</p>
    </div>
  )
}

function useAvatar() {
  const text = useText().avatar
  const client = useQueryClient()
  const handlers = {
    onSuccess: async () => {
      message.success(text.saved)
      await client.invalidateQueries({ queryKey: api.user.profile.key() })
    },
    onError: (error: unknown) => notification.error({ title: text.failed, description: describeError(error).message }),
  }
  const put = useMutation({
    mutationFn: (file: File) => api.account.setAvatar({ file, filename: file.name }),
    ...handlers,
  })
  const remove = useMutation({ mutationFn: () => api.account.removeAvatar(), ...handlers })
  return { put, remove }
}
