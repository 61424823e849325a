import { read, write } from "./kept";
import type { Panel, Tell } from "./panel";
import { isNamed, isSomebodyElse, toPersonKey, type VisitorIdentity } from "./person";

export type Visit = ReturnType<typeof createVisit>;

/**
 * Creates the visit of a person, who may be identified by the site.
 * @param visitPlace Key of the visit in the site's storage
 */
export function createVisit(visitPlace: string, panel: Panel, tell: Tell) {
  const personPlace = `${visitPlace}:person`;
  const { frame } = panel;
  let person: VisitorIdentity | undefined;
  let introduced: VisitorIdentity | undefined;

  // Sends the person's identity to the frame unless it is verified already; returns true if sent.
  function introduce(): boolean {
    if (!person || read(personPlace) === toPersonKey(person)) return false;
    frame.setReady(false);
    introduced = person;
    frame.post({ type: "identify", person });
    return true;
  }

  function identify(identity: VisitorIdentity): void {
    person = identity;
    if (isSomebodyElse(identity, read(personPlace))) endForNext();
    else if (frame.isReady()) introduce();
  }

  /** @param verified Null if the server refused the identity */
  function noteIdentified(verified: unknown): void {
    const isCurrent = introduced === person;
    if (introduced && Array.isArray(verified)) {
      // Without an id the visitor keeps the earlier identity.
      if (isNamed(introduced) || !read(personPlace)) write(personPlace, toPersonKey(introduced));
      tell("identified", { verified });
    }
    // The site may have identified another person meanwhile.
    if (person && isSomebodyElse(person, read(personPlace))) endForNext();
    else if (isCurrent || !introduce()) becomeReady();
  }

  function greet(isNew: boolean): void {
    if (isNew) write(personPlace, null);
    if (!introduce()) becomeReady();
  }

  function becomeReady(): void {
    frame.setReady(true);
    panel.paint();
    panel.sendVisibility();
    frame.sendWaiting();
    tell("ready");
  }

  function drop(): void {
    frame.remove();
    introduced = undefined;
    panel.setUnread(0);
  }

  function end(isRenewed: boolean): void {
    for (const place of [visitPlace, personPlace]) write(place, null);
    frame.dropWaiting();
    // A new frame clears the storage of the earlier visit. If none follows, this frame clears it before its removal.
    if (frame.isReady() && !isRenewed) frame.removeWhenCleared();
    drop();
    panel.paint();
    if (isRenewed) panel.load();
    else panel.close();
  }

  // Ends the visit, so that the next user of the device sees nothing of it.
  const endForNext = () => end(panel.isOpen());
  const forgetPerson = () => {
    person = undefined;
  };

  // The visitor has signed in or out in another tab.
  const isChangedBy = ({ key, newValue }: StorageEvent): boolean =>
    (key === visitPlace && !panel.isVisit(newValue)) || (key === personPlace && newValue !== null);

  return { identify, noteIdentified, greet, isChangedBy, drop, end, endForNext, forgetPerson };
}
