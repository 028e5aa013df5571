import { formatInstant } from '@espalier/core/calendar';
import { confidentialTooltip, HEALTH } from '@espalier/core/work-item';
import { usePorts } from '../ports/context.ts';
import { Avatar } from '../ui/avatar.tsx';
import { AvatarStack } from '../ui/avatar-stack.tsx';
import { Badge } from '../ui/label-pill.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { EditedBy } from '../ui/detail-page.tsx';
import { EmojiToken } from '../ui/emoji-token.tsx';
import { Icon } from '../ui/icon.tsx';
import { ProgressBar } from '../ui/progress-bar.tsx';
import { TokenList } from '../ui/token-list.tsx';
import { ConfidentialIcon, HealthBadge, ItemLabel, STATE_LOOK } from '../work-item/item-signs.tsx';
import { Section, Specimen } from './specimen.tsx';

const DAY_MS = 86_400_000;
/** One pixel, stretched: a picture that is always there. */
const PICTURE = 'data:image/gif;base64,R0lGODlhAQABAIAAABt3SQAAACwAAAAAAQABAAACAkQBADs=';
const TONES = ['neutral', 'success', 'warning', 'danger', 'info'] as const;

const label = (title: string, color: string, textColor: string, description: string | null = null) => ({
  title,
  color,
  textColor,
  description,
});

const PEOPLE = ['Ada King', 'Blaise', 'Carl Friedrich', 'Dorothy', 'Emmy Noether', 'Fermat'].map((name, index) => ({
  key: name,
  name,
  src: index === 1 ? PICTURE : null,
  href: index === 2 ? null : `/${name.split(' ')[0]?.toLowerCase()}`,
}));

/** Components that only display something. */
export function Texts() {
  return (
    <>
      <Badges />
      <Labels />
      <People />
      <Section id="progress" title="Progress">
        {[
          ['Nothing', 0],
          ['A third', 33],
          ['Full', 100],
          ['Too much', 140],
        ].map(([state, value]) => (
          <Specimen key={state} state={String(state)} wide>
            <ProgressBar label={String(state)} value={Number(value)} />
          </Specimen>
        ))}
        <Specimen state="3 of 4, a warning" wide>
          <ProgressBar label="Three of four" value={3} max={4} tone="warning" />
        </Specimen>
        <Specimen state="A danger, no maximum that makes sense" wide>
          <ProgressBar label="In danger" value={90} max={0} tone="danger" />
        </Specimen>
      </Section>
      <Tokens />
    </>
  );
}

function Badges() {
  return (
    <Section id="badges" title="Badges">
      <Specimen state="Tones">
        {TONES.map((tone) => (
          <Badge key={tone} tone={tone}>
            {tone}
          </Badge>
        ))}
      </Specimen>
      <Specimen state="State of an item">
        <Badge {...STATE_LOOK.opened}>Open</Badge>
        <Badge {...STATE_LOOK.closed}>Closed</Badge>
      </Specimen>
      <Specimen state="Health">
        <HealthBadge health={HEALTH.onTrack} />
        <HealthBadge health={HEALTH.needsAttention} />
        <HealthBadge health={HEALTH.atRisk} />
      </Specimen>
      <Specimen state="Confidential">
        <Badge tone="warning" icon="eye-slash" tooltip={confidentialTooltip('epic')}>
          Confidential
        </Badge>
        <ConfidentialIcon tooltip={confidentialTooltip('issue')} />
      </Specimen>
      <Specimen state="Icon, and icon with a name">
        <Icon name="epic" /> <Icon name="issue-block" label="Blocked" tooltip="Blocked" />
      </Specimen>
    </Section>
  );
}

function Labels() {
  return (
    <Section id="labels" title="Labels">
      <Specimen state="Dark, light, neither">
        <ItemLabel label={label('bug', '#c91c00', '#FFFFFF')} />
        <ItemLabel label={label('documentation', '#f0e68c', '#333333')} />
        <ItemLabel label={label('no color', 'tomato', '#FFFFFF')} />
      </Specimen>
      <Specimen state="A text color that cannot be read is replaced">
        <ItemLabel label={label('green', '#00b140', '#FFFFFF')} />
        <ItemLabel label={label('#0a0', '#0a0', '#0b0b0b')} />
      </Specimen>
      <Specimen state="Scoped, with a description">
        <ItemLabel label={label('priority::high', '#1068bf', '#FFFFFF', 'Before all others')} />
        <ItemLabel label={label('team::core::planning', '#694cc0', '#FFFFFF')} />
      </Specimen>
      <Specimen state="A link">
        <ItemLabel label={label('size::l', '#217645', '#FFFFFF')} href="/-/gallery" />
      </Specimen>
      <Specimen state="A long title">
        <ItemLabel label={label('needs a decision of everybody who has ever planted a tree', '#9e5400', '#FFFFFF')} />
      </Specimen>
    </Section>
  );
}

function People() {
  const { clock } = usePorts();
  const at = formatInstant(clock.now() - 3 * DAY_MS);
  return (
    <Section id="people" title="People">
      <Specimen state="Initials, picture, large">
        <Avatar name="Ada King" src={null} alt="Ada King" />
        <Avatar name="Blaise" src={PICTURE} alt="Blaise" />
        <Avatar name="Carl Friedrich" src={null} alt="Carl Friedrich" large />
      </Specimen>
      <Specimen state="A stack of three">
        <AvatarStack label="Three people" people={PEOPLE.slice(0, 3)} />
      </Specimen>
      <Specimen state="One more than its places">
        <AvatarStack label="Four people" people={PEOPLE.slice(0, 4)} places={3} />
      </Specimen>
      <Specimen state="Many more, large">
        <AvatarStack label="Six people" people={PEOPLE} places={2} large />
      </Specimen>
      <Specimen state="Edited by">
        <EditedBy at={at} name="Ada King" href="/ada" />
        <EditedBy at={at} name={null} />
      </Specimen>
    </Section>
  );
}

function Tokens() {
  return (
    <Section id="tokens" title="Tokens">
      <Specimen state="Removable, doubtful, refused, open, closed, disabled">
        <TokenList
          label="Chosen"
          tokens={[
            { key: '1', text: '&12' },
            { key: '2', text: 'nonsense', doubt: 'This is no reference' },
            { key: '6', text: '&109', fault: '&109 cannot be added: it is already a child of this epic.' },
            {
              key: '4',
              text: '&7',
              tooltip: 'Plant the trees',
              state: { icon: STATE_LOOK.opened.icon, title: 'Open' },
            },
            { key: '5', text: '&8', tooltip: 'Buy a spade', state: { icon: STATE_LOOK.closed.icon, title: 'Closed' } },
          ]}
          onRemove={() => undefined}
        />
        <TokenList label="Fixed" tokens={[{ key: '3', text: '#7' }]} disabled onRemove={() => undefined} />
      </Specimen>
      <Specimen state="Of a filter">
        <TokenList
          label="Filters"
          tokens={[
            { key: 'a', text: 'Author is @ada' },
            { key: 'b', text: 'Label is not bug' },
          ]}
          onRemove={() => undefined}
        />
      </Specimen>
      <Specimen state="Emoji">
        {/* Emoji look different on every system: the pictures of this page hold a sign of its own font. */}
        <TokenList
          label="Reactions"
          tokens={[
            { key: 'star', text: 'star', view: <EmojiToken name="star" emoji="★" /> },
            { key: 'other', text: 'unknown_here', view: <EmojiToken name="unknown_here" emoji={null} /> },
          ]}
          onRemove={() => undefined}
        />
      </Specimen>
      <Specimen state="Copy">
        <CopyButton text="&12" label="Copy reference" />
      </Specimen>
    </Section>
  );
}
