import { Component, type RefObject } from "react";
import { holdPlace } from "@/components/ui/hold-place";

type Props = {
  scroller: RefObject<HTMLElement | null>;
  /** The earliest message that is known. */
  first: number | undefined;
};

/** Holds still what is read when earlier messages come. A class, since only these are asked before the screen changes. */
export class HoldPlace extends Component<Props> {
  override getSnapshotBeforeUpdate({ first }: Props): (() => void) | null {
    const scroller = this.props.scroller.current;
    return scroller && first !== this.props.first ? holdPlace(scroller) : null;
  }

  override componentDidUpdate(_props: Props, _state: unknown, restore: (() => void) | null): void {
    restore?.();
  }

  override render() {
    return null;
  }
}
