import { Component, type RefObject } from "react";
import { anchorScroll } from "@/components/ui/anchor-scroll";

type AnchoredScrollProps = {
  scroller: RefObject<HTMLElement | null>;
  first: number | undefined;
};

/**
 * Keeps the scroll position when earlier messages are prepended. A class component, because hooks have no
 * `getSnapshotBeforeUpdate`.
 */
export class AnchoredScroll extends Component<AnchoredScrollProps> {
  override getSnapshotBeforeUpdate({ first }: AnchoredScrollProps): (() => void) | null {
    const scroller = this.props.scroller.current;
    return scroller && first !== this.props.first ? anchorScroll(scroller) : null;
  }

  override componentDidUpdate(
    _props: AnchoredScrollProps,
    _state: unknown,
    restore: (() => void) | null,
  ): void {
    restore?.();
  }

  override render() {
    return null;
  }
}
