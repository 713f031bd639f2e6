import { PlusOutlined } from '@ant-design/icons'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { message } from '../../../lib/announce.ts'
import { api } from '../../../lib/api.ts'
import { describeError } from '../../../lib/describe-error.ts'
import { useFormat } from '../../../lib/format.ts'
import { useWords } from '../../../lib/i18n.ts'
import { useChat } from '../../../lib/use-chat.ts'
import { ChatPanel } from '../../../ui/chat-panel.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { accountAssistant } from './pages.ts'
import { ConversationList } from './parts/conversation-list.tsx'
import { useText } from './use-text.ts'
import './assistant.css'

/** The user's own conversations with the tenant's language model. */
export default function Assistant() {
  const text = useText()
  const say = useWords()
  const begin = useBegin()
  const [{ id }] = accountAssistant.useSearch()
  return (
    <>
      <PageHeader
        title={say(accountAssistant.title)}
        text={text.intro}
        actions={
          <Button type="primary" icon={<PlusOutlined />} loading={begin.isPending} onClick={() => begin.mutate()}>
            {text.create}
          </Button>
        }
      />
      <div className="as-page">
        <ConversationList open={id ?? null} />
        <div className="as-chat">
          {id === undefined ? (
            <Empty
              title={text.choose}
              text={text.chooseText}
              action={<Button onClick={() => begin.mutate()}>{text.create}</Button>}
            />
          ) : (
            <OpenConversation id={id} />
          )}
        </div>
      </div>
    </>
  )
}

/** A new conversation, named after the moment, and open. */
function useBegin() {
  const format = useFormat()
  const [, setSearch] = accountAssistant.useSearch()
  return useMutation({
    mutationFn: () => api.assistant.create({ body: { name: format.time(new Date().toISOString()) } }),
    onSuccess: ({ content: [made] }) => setSearch({ id: made?._id.$oid }),
    onError: error => message.error(describeError(error).message),
  })
}

function OpenConversation({ id }: { readonly id: string }) {
  const text = useText()
  const provider = useQuery({ ...api.assistant.provider.query(), staleTime: 0 })
  const facts = provider.data?.content
  const refresh = () => void provider.refetch()
  const chat = useChat(id, {
    onAnswer() {
      message.success(text.success)
      refresh()
    },
    onFailure() {
      message.error(text.failure)
      refresh()
    },
  })
  return (
    <>
      {facts && facts.connector !== null && (
        <div className="as-facts">
          <span>{text.answeredBy(facts.connector.name)}</span>
          <span>{text.used(facts.asked, facts.daily_limit)}</span>
        </div>
      )}
      <ChatPanel chat={chat} isConnected={facts?.connector !== null} connectPath={facts?.connect_path ?? null} />
    </>
  )
}
