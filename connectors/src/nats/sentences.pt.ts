import type { Sentences } from '@sluice/contract'

/** By the English sentence. */
export const sentences: Sentences = {
  'NATS refused the user name, the password or the credentials.':
    'O NATS recusou o nome de usuário, a senha ou as credenciais.',
  'Check the sign-in; a password without a user name counts as a token.':
    'Verifique a autenticação; uma senha sem nome de usuário conta como token.',
  'The credentials have expired.': 'As credenciais expiraram.',
  'Enter new ones.': 'Informe novas credenciais.',
  'The user may not use this subject.': 'O usuário não pode usar este assunto.',
  'Allow it $JS.API.> and _INBOX.>, $JS.ACK.> for reading, and the subject itself for writing.':
    'Permita $JS.API.> e _INBOX.>, $JS.ACK.> para leitura, e o próprio assunto para gravação.',
  'JetStream is not switched on for this account.': 'O JetStream não está ativado para esta conta.',
  'Start the server with -js, or give the account JetStream limits.':
    'Inicie o servidor com -js ou dê à conta limites do JetStream.',
  'NATS did not answer in time.': 'O NATS não respondeu a tempo.',
  'Check that a NATS server listens on this port, and its load.':
    'Verifique se um servidor NATS escuta nesta porta e a carga dele.',
  'The connection to NATS broke.': 'A conexão com o NATS caiu.',
  'It is made again by itself; if this stays, look at the log of the server.':
    'Ela é refeita sozinha; se persistir, consulte o log do servidor.',
  'The port does not speak the protocol of NATS.': 'A porta não fala o protocolo do NATS.',
  'Check the port; NATS usually listens on 4222.': 'Verifique a porta; o NATS geralmente escuta na 4222.',
  'The certificate of the server is not trusted.': 'O certificado do servidor não é confiável.',
  'Give the CA certificate, or correct the host name.': 'Informe o certificado da CA ou corrija o nome do host.',
  'The server does not offer an encrypted connection.': 'O servidor não oferece conexão criptografada.',
  'Set encryption to off, or switch TLS on at the server.': 'Desative a criptografia ou ative TLS no servidor.',
  'There is no stream {name}.': 'Não existe o stream {name}.',
  'Check the name, or make the stream at the server first.': 'Verifique o nome ou crie o stream no servidor primeiro.',
  'No stream keeps the subject {subject}.': 'Nenhum stream guarda o assunto {subject}.',
  'Add the subject to a stream, or check its spelling.': 'Adicione o assunto a um stream ou verifique a grafia.',
  'NATS {version}, {count} streams': 'NATS {version}, {count} streams',
  'The stream has this message already.': 'O stream já tem esta mensagem.',
  'No stream keeps this subject.': 'Nenhum stream guarda este assunto.',
  'Add the subject to a stream, then process the record again.':
    'Adicione o assunto a um stream e processe o registro novamente.',
  'NATS cannot take the message: {reason}.': 'O NATS não pode receber a mensagem: {reason}.',
  'The stream refused the message: {reason}.': 'O stream recusou a mensagem: {reason}.',
  'NATS JetStream': 'NATS JetStream',
  'Reads streams by a durable consumer and acknowledges once stored; publishes with a message id, so repeats are recognised.':
    'Lê streams por um consumidor durável e confirma depois de armazenar; publica com um id de mensagem, para que repetições sejam reconhecidas.',
  Credentials: 'Credenciais',
  'Content of a .creds file (JWT and key) instead of user name and password. A password without a user name is a token.':
    'Conteúdo de um arquivo .creds (JWT e chave) em vez de nome de usuário e senha. Uma senha sem nome de usuário é um token.',
  'Name of the consumer': 'Nome do consumidor',
  'Made when it is missing. Two strategies that both want all messages need two names.':
    'Criado quando não existe. Duas estratégias que queiram todas as mensagens precisam de dois nomes.',
  Subject: 'Assunto',
  'Only messages of it, * and > allowed; empty takes all.':
    'Somente mensagens deste assunto; * e > são permitidos; vazio lê todas.',
  'Where a new consumer begins': 'Onde um novo consumidor começa',
  'The first message': 'A primeira mensagem',
  'Messages from now on': 'Mensagens a partir de agora',
  'Time to acknowledge (s)': 'Tempo para confirmar (s)',
  'After a reader died, the server waits so long before it delivers again.':
    'Depois que um leitor cai, o servidor espera este tempo antes de entregar novamente.',
  'The consumer {consumer} was gone. Reading goes on behind the last message that landed; what the stream had lost by then nobody can know.':
    'O consumidor {consumer} não existia mais. A leitura segue depois da última mensagem gravada; o que o stream perdeu até então ninguém pode saber.',
  'The stream {stream} was made anew: it is read from its first message, and what the old one still held is lost.':
    'O stream {stream} foi criado de novo: é lido desde a primeira mensagem, e o que o antigo ainda guardava se perdeu.',
  'The stream {stream} removed {count} messages before they were read.':
    'O stream {stream} removeu {count} mensagens antes de serem lidas.',
  'The stream {stream} removed up to {count} messages of this subject before they were read.':
    'O stream {stream} removeu até {count} mensagens deste assunto antes de serem lidas.',
  'The stream {stream} refuses messages when it is full (discard new).':
    'O stream {stream} recusa mensagens quando está cheio (discard new).',
  'The stream {stream} keeps {messages} messages at most and removes its oldest beyond that (max_msgs).':
    'O stream {stream} guarda no máximo {messages} mensagens e remove as mais antigas além disso (max_msgs).',
  'The stream {stream} keeps {bytes} bytes at most and removes its oldest beyond that (max_bytes).':
    'O stream {stream} guarda no máximo {bytes} bytes e remove as mais antigas além disso (max_bytes).',
  'The stream {stream} keeps {each} messages of each subject (max_msgs_per_subject).':
    'O stream {stream} guarda {each} mensagens de cada assunto (max_msgs_per_subject).',
  'The stream {stream} removes messages that are older than {seconds} s (max_age).':
    'O stream {stream} remove mensagens com mais de {seconds} s (max_age).',
  'The stream {stream} lies in memory and does not outlive a restart of the server.':
    'O stream {stream} fica na memória e não sobrevive a um reinício do servidor.',
}
