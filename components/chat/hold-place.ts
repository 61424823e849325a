import { Component, type RefObject } from "react";

type Props = {
  scroller: RefObject<HTMLElement | null>;
  /** The earliest message that is known. */
  first: number | undefined;
};
/** Where messages in sight are, by their elements' ids. */
type Tops = Map<string, number>;

/**
 * Holds still what is read when earlier messages come: replies that waited for
 * their question move up to it. A class, since only these are asked for what
 * is on the screen before it changes.
 */
export class HoldPlace extends Component<Props> {
  override getSnapshotBeforeUpdate({ first }: Props): Tops | null {
    const scroller = this.props.scroller.current;
    if (!scroller || first === this.props.first) return null;
    const { top, bottom } = scroller.getBoundingClientRect();
    const tops: Tops = new Map();
    for (const element of scroller.querySelectorAll("[id^='m-']")) {
      const place = element.getBoundingClientRect();
      if (place.bottom > top && place.top < bottom) tops.set(element.id, place.top);
    }
    return tops;
  }

  override componentDidUpdate(_props: Props, _state: unknown, tops: Tops | null): void {
    const scroller = this.props.scroller.current;
    if (!scroller || !tops) return;
    const moved = [...tops].flatMap(([id, top]) => {
      const element = document.getElementById(id);
      return element ? element.getBoundingClientRect().top - top : [];
    });
    if (moved.length === 0) return;
    // Not all browsers hold on to what is in view, and those that do must not do it twice.
    scroller.style.setProperty("overflow-anchor", "none");
    // Replies move up only: what has moved down most has kept its place among the others.
    scroller.scrollTop += Math.max(...moved);
    scroller.style.removeProperty("overflow-anchor");
  }

  override render() {
    return null;
  }
}
