import { defineManifest } from '@sluice/connector-kit'

export const manifest = defineManifest({
  id: 'openai',
  name: { zh: 'OpenAI 兼容', en: 'OpenAI compatible' },
  group: 'general',
  describe: {
    zh: '智能助手使用的语言模型：OpenAI，或任何提供相同接口的云端或本地模型。',
    en: 'The language model of the assistant: OpenAI, or any model with the same interface, in the cloud or at home.',
  },
  icon: { text: 'AI', color: '#531DAB' },
  roles: ['source'],
  converses: true,
  params: [
    {
      field: 'base_url',
      label: { zh: '基础地址', en: 'Base URL' },
      type: 'text',
      is_required: true,
      placeholder: 'https://api.openai.com/v1',
      pattern: '^https?://[^\\s]+$',
      describe: {
        zh: '以版本结尾，后面会接上 /chat/completions。',
        en: 'Ends with the version; /chat/completions is put behind it.',
      },
    },
    {
      field: 'api_key',
      label: { zh: 'API Key', en: 'API key' },
      type: 'password',
      encryption: true,
      describe: {
        zh: '加密保存，不会再次显示；本地模型不需要时留空。',
        en: 'Sealed at rest and never shown again; empty where a local model needs none.',
      },
    },
    {
      field: 'model',
      label: { zh: '模型', en: 'Model' },
      type: 'text',
      is_required: true,
      placeholder: 'gpt-4o-mini',
      describe: {
        zh: '模型的名称。保存后可在“资源”页看到对方提供的全部模型。',
        en: 'Name of the model. Once saved, all models on offer are listed under Resources.',
      },
    },
  ],
})
